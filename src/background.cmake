# data/background/words.tsv becomes background_table.inc, which src/match/background.c includes. The tool that makes it
# hashes with the index's own token.c; where errdex is built for another machine, set CMAKE_CROSSCOMPILING_EMULATOR.
set(background_dir ${CMAKE_CURRENT_SOURCE_DIR}/../data/background)
set(background_table ${CMAKE_CURRENT_BINARY_DIR}/background_table.inc)
add_executable(make_background_table ${background_dir}/make_table.c ${CMAKE_CURRENT_SOURCE_DIR}/match/token.c)
target_link_libraries(make_background_table PRIVATE ed_base)
add_custom_command(OUTPUT ${background_table}
    COMMAND make_background_table ${background_dir}/words.tsv ${background_table}
    DEPENDS make_background_table ${background_dir}/words.tsv
    COMMENT "Hashing the background table of log words")
target_sources(ed_match PRIVATE ${background_table})
