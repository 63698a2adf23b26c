# data/envelopes/paths.tsv becomes source_paths_table.inc, which src/input/source_paths.c includes. Where errdex is built
# for another machine, set CMAKE_CROSSCOMPILING_EMULATOR.
set(paths_dir ${CMAKE_CURRENT_SOURCE_DIR}/../data/envelopes)
set(paths_table ${CMAKE_CURRENT_BINARY_DIR}/source_paths_table.inc)
add_executable(make_paths ${paths_dir}/make_paths.c)
target_link_libraries(make_paths PRIVATE ed_base)
add_custom_command(OUTPUT ${paths_table}
    COMMAND make_paths ${paths_dir}/paths.tsv ${paths_table}
    DEPENDS make_paths ${paths_dir}/paths.tsv
    COMMENT "Making the table of what paths tell")
target_sources(ed_input PRIVATE ${paths_table})
