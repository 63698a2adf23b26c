# data/playbooks/*.json become playbooks_table.h, which src/diag/playbook.c includes: what a playbook lets run comes with
# the program. Where errdex is built for another machine, set CMAKE_CROSSCOMPILING_EMULATOR.
set(playbooks_dir ${CMAKE_CURRENT_SOURCE_DIR}/../data/playbooks)
set(playbooks_table ${CMAKE_CURRENT_BINARY_DIR}/playbooks_table.h)
file(GLOB playbooks CONFIGURE_DEPENDS ${playbooks_dir}/*.json)
add_executable(make_playbooks ${playbooks_dir}/make_playbooks.c)
target_link_libraries(make_playbooks PRIVATE ed_base)
add_custom_command(OUTPUT ${playbooks_table}
    COMMAND make_playbooks ${playbooks_table} ${playbooks}
    DEPENDS make_playbooks ${playbooks}
    COMMENT "Making the table of playbooks")
target_sources(ed_diag PRIVATE ${playbooks_table})
