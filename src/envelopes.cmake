# data/envelopes/levels.tsv and prefixes.tsv become levels_table.inc, which src/input/stamp.c includes, and
# prefixes_table.inc and prefixes_code.inc, which env_logger.c does. Where errdex is built for another machine, set CMAKE_CROSSCOMPILING_EMULATOR.
set(envelopes_dir ${CMAKE_CURRENT_SOURCE_DIR}/../data/envelopes)
set(envelopes_parts make_tables.c levels.c shapes.c tree.c fronts.c code.c)
set(envelopes_tables ${CMAKE_CURRENT_BINARY_DIR}/levels_table.inc ${CMAKE_CURRENT_BINARY_DIR}/prefixes_table.inc
    ${CMAKE_CURRENT_BINARY_DIR}/prefixes_code.inc)
list(TRANSFORM envelopes_parts PREPEND ${envelopes_dir}/)
add_executable(make_envelope_tables ${envelopes_parts})
target_link_libraries(make_envelope_tables PRIVATE ed_base)
add_custom_command(OUTPUT ${envelopes_tables}
    COMMAND make_envelope_tables ${envelopes_dir}/levels.tsv ${envelopes_dir}/prefixes.tsv ${envelopes_tables}
    DEPENDS make_envelope_tables ${envelopes_dir}/levels.tsv ${envelopes_dir}/prefixes.tsv
    COMMENT "Making the tables of loggers' prefixes and level words")
target_sources(ed_input PRIVATE ${envelopes_tables})
