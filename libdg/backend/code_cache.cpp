#include "libdg/backend/code_cache.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "libdg/core/errors.hpp"

namespace dg {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "rkdg code 1\n";

/// FNV-1a with 128 bits: http://www.isthe.com/chongo/tech/comp/fnv. A length separates each text from the next.
class Hash {
 public:
  void add(std::string_view text) {
    const std::uint64_t size = text.size();
    add_bytes({reinterpret_cast<const char*>(&size), sizeof size});
    add_bytes(text);
  }
  std::string hexadecimal() const {
    std::string digits;
    for (int shift = 124; shift >= 0; shift -= 4) digits += "0123456789abcdef"[static_cast<int>(value_ >> shift) & 15];
    return digits;
  }

 private:
  __extension__ typedef unsigned __int128 Number;

  void add_bytes(std::string_view text) {
    constexpr Number prime = (Number(1) << 88) + 0x13b;
    for (const char c : text) value_ = (value_ ^ static_cast<unsigned char>(c)) * prime;
  }

  Number value_ = (Number(0x6c62272e07bb0142) << 64) + 0x62b821756295c58d;
};

/// An exclusive lock on a file, held by one process of the machine at a time; none where the file cannot be made.
class FileLock {
 public:
  explicit FileLock(fs::path file)
      : path_(std::move(file)), file_(open(path_.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) {
    if (file_ >= 0 && flock(file_, LOCK_EX) != 0) {
      close(file_);
      file_ = -1;
    }
  }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  /// Removes the file: who waits for it has it open.
  ~FileLock() {
    if (file_ < 0) return;
    std::error_code ignored;
    fs::remove(path_, ignored);
    close(file_);
  }

 private:
  fs::path path_;
  int file_;
};

/// The bytes of an entry: magic, checksum of the rest, symbol, code.
std::string packed(const DeviceCode& code) {
  const std::string rest = code.symbol + '\0' + code.image;
  return std::string(magic) + CodeCache::key({rest}) + rest;
}

std::optional<DeviceCode> unpacked(const std::string& bytes) {
  constexpr std::size_t digits = 32;
  if (bytes.size() < magic.size() + digits || bytes.compare(0, magic.size(), magic) != 0) return {};
  const std::string_view rest = std::string_view(bytes).substr(magic.size() + digits);
  if (bytes.compare(magic.size(), digits, CodeCache::key({rest})) != 0) return {};
  const std::size_t end = rest.find('\0');
  if (end == std::string_view::npos) return {};
  return DeviceCode{std::string(rest.substr(end + 1)), std::string(rest.substr(0, end))};
}

}  // namespace

CodeCache::CodeCache(fs::path folder, std::uintmax_t limit) : folder_(std::move(folder)), limit_(limit) {
  std::error_code failed;
  if (!folder_.empty()) fs::create_directories(folder_, failed);
  if (failed) folder_.clear();
}

CodeCache CodeCache::of_user() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value != nullptr ? value : "");
  };
  if (const std::string named = variable("RKDG_CACHE"); !named.empty()) return CodeCache(named);
  if (const std::string caches = variable("XDG_CACHE_HOME"); !caches.empty())
    return CodeCache(fs::path(caches) / "rkdg");
  const std::string home = variable("HOME");
  return CodeCache(home.empty() ? fs::path() : fs::path(home) / ".cache" / "rkdg");
}

std::string CodeCache::key(const std::vector<std::string_view>& texts) {
  Hash hash;
  for (const std::string_view text : texts) hash.add(text);
  return hash.hexadecimal();
}

std::optional<DeviceCode> CodeCache::find(const std::string& key) const {
  if (folder_.empty()) return {};
  const fs::path file = file_of(key);
  std::ifstream in(file, std::ios::binary);
  if (!in) return {};
  const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::optional<DeviceCode> code = unpacked(bytes);
  std::error_code ignored;  // of a folder that can only be read
  if (code) fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
  return code;
}

DeviceCode CodeCache::find_or_make(const std::string& key, const std::function<DeviceCode()>& make) const {
  if (std::optional<DeviceCode> code = find(key)) return *std::move(code);
  if (folder_.empty()) return make();
  const FileLock lock(folder_ / (key + ".lock"));
  if (std::optional<DeviceCode> code = find(key)) return *std::move(code);
  DeviceCode code = make();
  store(key, code);
  return code;
}

void CodeCache::store(const std::string& key, const DeviceCode& code) const {
  make_place();
  const fs::path file = file_of(key), part = folder_ / (key + "." + std::to_string(getpid()) + ".part");
  std::error_code failed;
  {
    std::ofstream out(part, std::ios::binary);
    const std::string bytes = packed(code);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (!out) {
      fs::remove(part, failed);
      return;
    }
  }
  fs::rename(part, file, failed);
  if (failed) fs::remove(part, failed);
}

void CodeCache::make_place() const {
  struct Entry {
    fs::path file;
    fs::file_time_type used;
    std::uintmax_t bytes;
  };
  std::vector<Entry> entries;
  std::uintmax_t total = 0;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder_, failed)) {
    if (entry.path().extension() != ".code") continue;
    const Entry e{entry.path(), entry.last_write_time(failed), entry.file_size(failed)};
    if (failed) continue;  // removed meanwhile
    entries.push_back(e);
    total += e.bytes;
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& e : entries) {
    if (total <= limit_) return;
    fs::remove(e.file, failed);
    total -= e.bytes;
  }
}

CodeCache::Contents CodeCache::contents() const {
  Contents found;
  std::error_code failed;
  if (folder_.empty()) return found;
  for (const auto& entry : fs::directory_iterator(folder_, failed)) {
    if (entry.path().extension() != ".code") continue;
    const std::uintmax_t bytes = entry.file_size(failed);
    if (failed) continue;
    ++found.entries;
    found.bytes += bytes;
  }
  return found;
}

CodeCache::Contents CodeCache::clear() const {
  const Contents found = contents();
  std::error_code failed;
  if (folder_.empty()) return found;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder_, failed)) {
    const fs::path extension = entry.path().extension();
    if (extension == ".code" || extension == ".part" || extension == ".lock") files.push_back(entry.path());
  }
  for (const fs::path& file : files) {
    fs::remove(file, failed);
    if (failed) throw RunError("cannot remove " + file.string() + ": " + failed.message());
  }
  return found;
}

const CodeCache& user_cache() {
  static const CodeCache cache = CodeCache::of_user();
  return cache;
}

}  // namespace dg
