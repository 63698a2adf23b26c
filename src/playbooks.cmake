# data/playbooks/*.json become playbooks_table.h, which src/diag/playbook.c includes: what a playbook lets run comes with
# the program.
file(GLOB playbooks CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/data/playbooks/*.json)
foreach(path IN LISTS playbooks)
    cmake_path(GET path STEM name)
    string(MAKE_C_IDENTIFIER playbook_${name} name)
    ed_embed(${name} ${path})
    string(APPEND includes "#include \"${name}.h\"\n")
    string(APPEND rows "    {ed_${name}, sizeof(ed_${name}) - 1},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/playbooks_table.h @ONLY
    CONTENT "${includes}static const struct ed_str ed_playbooks_table[] = {\n${rows}};\n")
