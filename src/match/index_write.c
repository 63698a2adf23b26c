/*
 * index_write.c: chosen keys, laid out as index_format.h says.
 */
#include "match/index_write.h"

#include "base/sort.h"
#include "match/stored.h"

_Static_assert(offsetof(struct ed_index_entry, key) == 0 && offsetof(struct ed_index_token_role, hash) == 0,
               "both are sorted by what they begin with");

void ed_index_sections_init(struct ed_index_sections *sections)
{
    *sections = (struct ed_index_sections){0};
    ed_buf_init(&sections->literals, /* max */ 0);
}

void ed_index_sections_done(struct ed_index_sections *sections)
{
    ed_vec_done(&sections->table.entries);
    ed_vec_done(&sections->table.roles);
    ed_vec_done(&sections->weak.entries);
    ed_vec_done(&sections->weak.roles);
    ed_vec_done(&sections->always);
    ed_buf_done(&sections->literals);
}

bool ed_index_sections_room(const struct ed_index_sections *sections, size_t n)
{
    return n < UINT32_MAX / (sizeof(struct ed_index_literal) + ED_INDEX_LITERAL) &&
           sections->literals.n <= UINT32_MAX - n * (sizeof(struct ed_index_literal) + ED_INDEX_LITERAL);
}

void ed_index_sections_add(struct ed_index_sections *sections, struct ed_index_table *table,
                           const struct ed_index_entry *entry, const char *literal,
                           const struct ed_index_token_role *roles, size_t nroles)
{
    struct ed_index_literal head;

    memcpy(&head, literal, sizeof(head));
    *ed_vec_add(&table->entries) = (struct ed_index_entry){
        .key = entry->key, .slot = entry->slot, .literal = (uint32_t)sections->literals.n};
    ed_buf_append(&sections->literals, literal, sizeof(head) + head.n);
    for (size_t i = 0; i < nroles; i++) {
        *ed_vec_add(&table->roles) = roles[i];
    }
}

static void write_bitmap(struct ed_buf *blob, const struct ed_index_table *in, unsigned bits)
{
    uint64_t *words = ed_stored_section(blob, ((size_t)1 << bits) / 8);

    for (size_t i = 0; i < in->entries.n; i++) {
        ed_index_set_bits(words, bits, in->entries.v[i].key);
    }
}

/* Many keys share a token: how many different roles there are. They are in the order of their hashes. */
static size_t count_roles(const struct ed_index_table *in)
{
    uint64_t met = 0; /* of the hash at hand, a bit a role */
    size_t n = 0;

    for (size_t i = 0; i < in->roles.n; i++) {
        const struct ed_index_token_role *role = &in->roles.v[i];

        if (i == 0 || role[-1].hash != role->hash) {
            met = 0;
        }
        n += (met >> role->role & 1) == 0;
        met |= (uint64_t)1 << role->role;
    }
    return n;
}

static void write_words(struct ed_buf *blob, const struct ed_index_table *in, unsigned bits)
{
    uint64_t *words = ed_stored_section(blob, ((size_t)1 << bits) / 8);

    for (size_t i = 0; i < in->roles.n; i++) {
        ed_index_set_role(words, bits, in->roles.v[i].hash, in->roles.v[i].role);
    }
}

static void write_directory(struct ed_buf *blob, const struct ed_index_table *in, unsigned bits)
{
    size_t buckets = (size_t)1 << bits, i = 0;
    uint32_t *directory = ed_stored_section(blob, (buckets + 1) * sizeof(*directory));

    for (size_t b = 0; b < buckets; b++) {
        directory[b] = (uint32_t)i;
        while (i < in->entries.n && in->entries.v[i].key >> (64 - bits) == b) {
            i++;
        }
    }
    directory[buckets] = (uint32_t)i;
}

static struct ed_index_counts write_table(struct ed_buf *blob, struct ed_index_table *in)
{
    struct ed_index_counts counts;

    ed_sort_u64(in->entries.v, in->entries.n, sizeof(*in->entries.v)); /* by key; slots are ascending already */
    ed_sort_u64(in->roles.v, in->roles.n, sizeof(*in->roles.v));
    /* 16 bits an entry and more keep false alarms near 1 in 100; from 8 KiB, which a first-level cache keeps beside the
       chunk, to 1 MiB, which leaves room for the rest in a second-level one. */
    counts = (struct ed_index_counts){.bitmap_bits = ed_stored_bits((uint64_t)in->entries.n * 16, 16, 23),
                                      .words_bits = ed_stored_bits((uint64_t)count_roles(in) * 16, 13, 21),
                                      .directory_bits = ed_stored_bits(in->entries.n / 2, 1, 28),
                                      .entries = (uint32_t)in->entries.n};
    write_bitmap(blob, in, counts.bitmap_bits);
    write_words(blob, in, counts.words_bits);
    write_directory(blob, in, counts.directory_bits);
    ed_stored_put(blob, in->entries.v, in->entries.n * sizeof(*in->entries.v));
    return counts;
}

static void write_records(struct ed_buf *blob, const struct ed_index_builder *builder)
{
    uint32_t *records = ed_stored_section(blob, builder->patterns.n * sizeof(*records));
    float *weights;

    for (size_t i = 0; i < builder->patterns.n; i++) {
        records[i] = builder->patterns.v[i].record;
    }
    weights = ed_stored_section(blob, builder->patterns.n * sizeof(*weights));
    for (size_t i = 0; i < builder->patterns.n; i++) {
        weights[i] = builder->patterns.v[i].weight;
    }
}

void ed_index_write(const struct ed_index_builder *builder, struct ed_index_sections *in, uint64_t content_hash,
                    struct ed_buf *ret_blob)
{
    struct ed_index_header header = {.magic = ED_INDEX_MAGIC,
                                     .version = ED_INDEX_VERSION,
                                     .platform = ED_INDEX_PLATFORM,
                                     .content = ed_index_content(content_hash),
                                     .literals = (uint32_t)in->literals.n,
                                     .records = (uint32_t)builder->patterns.n,
                                     .always = (uint32_t)in->always.n,
                                     .signs = (uint32_t)builder->weak.signs.n};

    ed_buf_reset(ret_blob);
    ed_stored_section(ret_blob, sizeof(header));
    header.table = write_table(ret_blob, &in->table);
    if (in->weak.entries.n) {
        header.weak = write_table(ret_blob, &in->weak);
    }
    ed_stored_put(ret_blob, in->literals.p, in->literals.n);
    write_records(ret_blob, builder);
    ed_stored_put(ret_blob, in->always.v, in->always.n * sizeof(*in->always.v));
    ed_stored_seal(ret_blob, &header, sizeof(header));
}
