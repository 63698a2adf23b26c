# data/envelopes/{keys,json-formats,level-words}.tsv become three tables, which src/input includes.
set(envelopes_dir ${CMAKE_CURRENT_SOURCE_DIR}/../data/envelopes)
set(envelope_key_data ${envelopes_dir}/keys.tsv ${envelopes_dir}/json-formats.tsv ${envelopes_dir}/level-words.tsv)
set(envelope_key_tables ${CMAKE_CURRENT_BINARY_DIR}/envelope_keys.inc ${CMAKE_CURRENT_BINARY_DIR}/envelope_formats.inc
    ${CMAKE_CURRENT_BINARY_DIR}/envelope_words.inc)
add_executable(make_envelope_keys ${envelopes_dir}/make_keys.c)
target_link_libraries(make_envelope_keys PRIVATE ed_base)
target_include_directories(make_envelope_keys PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
add_custom_command(OUTPUT ${envelope_key_tables}
    COMMAND make_envelope_keys ${envelope_key_data} ${envelope_key_tables}
    DEPENDS make_envelope_keys ${envelope_key_data}
    COMMENT "Making the tables of structured logs' keys")
target_sources(ed_input PRIVATE ${envelope_key_tables})
