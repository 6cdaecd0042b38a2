# Writes OUTPUT, a C++ source whose FUNCTION returns the texts of the headers that LIST names, one a line, below ROOT; and KEY, a
# C++ source with a key of them all.
file(STRINGS "${LIST}" headers)
set(entries "")
set(keys "")
foreach(header IN LISTS headers)
  # As bytes: a list would lose semicolons and brackets.
  file(READ "${ROOT}/${header}" bytes HEX)
  string(SHA256 key "${bytes}")
  string(APPEND keys "${header} ${key}\n")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" text "${bytes}")
  string(APPEND entries "      {\"${header}\", \"${text}\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"libdg/backend/kernel_source.hpp\"\n\nnamespace dg {\n\nstd::vector<SourceFile> ${FUNCTION}();\n\n"
  "std::vector<SourceFile> ${FUNCTION}() {\n  return {\n${entries}  };\n}\n\n}  // namespace dg\n")
string(SHA256 key "${keys}")
file(WRITE "${KEY}" "extern \"C\" const char* rkdg_key_of_kernels();\nconst char* rkdg_key_of_kernels() { return \"${key}\"; }\n")
