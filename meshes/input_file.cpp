#include "meshes/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "meshes/errors.hpp"

namespace dg {
namespace {

std::string read_part(const std::string& path, std::size_t count, bool from_end) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) throw InputError(path + ": no such file");
  if (!std::filesystem::exists(status)) throw InputError(path + ": cannot be read: " + error.message());
  if (std::filesystem::is_directory(status)) throw InputError(path + ": is a directory, not a file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path + ": cannot be read: " + std::strerror(errno));
  file.seekg(0, std::ios::end);
  const auto size = static_cast<std::streamoff>(file.tellg());
  if (size == 0) throw InputError(path + ": is empty");
  const auto length =
      static_cast<std::streamoff>(std::min(static_cast<std::size_t>(std::max<std::streamoff>(size, 0)), count));
  file.seekg(from_end ? size - length : 0);
  std::string bytes(static_cast<std::size_t>(length), '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (size < 0 || !file) throw InputError(path + ": cannot be read; it must be a regular file");
  return bytes;
}

}  // namespace

std::string file_head(const std::string& path, std::size_t count) { return read_part(path, count, false); }

std::string file_tail(const std::string& path, std::size_t count) { return read_part(path, count, true); }

std::string file_contents(const std::string& path) {
  return read_part(path, std::numeric_limits<std::size_t>::max(), false);
}

}  // namespace dg
