#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "libdg/backend/code_cache.hpp"
#include "libdg/core/errors.hpp"

namespace dg {
namespace {

namespace fs = std::filesystem;

/// A folder that ends with the test.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "rkdg-cache-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

  std::vector<fs::path> entries() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(path_)) files.push_back(entry.path());
    return files;
  }

 private:
  fs::path path_;
};

const DeviceCode code{std::string("machine\0code", 12), "symbol"};

/// Counts how often code is made.
struct Maker {
  int count = 0;
  DeviceCode operator()() {
    ++count;
    return code;
  }
};

}  // namespace

TEST_CASE("code is made once and then found") {
  const Folder folder;
  const CodeCache cache(folder.path());
  Maker maker;
  for (int i = 0; i < 2; ++i) {
    const DeviceCode found = cache.find_or_make("key", std::ref(maker));
    CHECK(found.image == code.image);
    CHECK(found.symbol == code.symbol);
  }
  CHECK(maker.count == 1);
  CHECK(folder.entries().size() == 1);  // neither locks nor parts are left
  CHECK(cache.contents().entries == 1);
}

TEST_CASE("keys tell texts apart, and where one ends and the next begins") {
  CHECK(CodeCache::key({"a", "b"}) != CodeCache::key({"ab"}));
  CHECK(CodeCache::key({"a", "b"}) != CodeCache::key({"b", "a"}));
  CHECK(CodeCache::key({"a"}) == CodeCache::key({"a"}));
  // The published offset basis: the hash of nothing.
  CHECK(CodeCache::key({}) == "6c62272e07bb014262b821756295c58d");
}

TEST_CASE("a damaged entry is made again") {
  const Folder folder;
  const CodeCache cache(folder.path());
  Maker maker;
  cache.find_or_make("key", std::ref(maker));
  const fs::path file = folder.entries().front();
  const auto size = static_cast<long>(fs::file_size(file));
  for (long place = 0; place < size; ++place) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(place);
    const char byte = static_cast<char>(stream.get());
    stream.seekp(place);
    stream.put(static_cast<char>(byte ^ 1));
    stream.close();
    CHECK_FALSE(cache.find("key"));
    CHECK(cache.find_or_make("key", std::ref(maker)).image == code.image);
    CHECK(cache.find("key"));
  }
  CHECK(maker.count == 1 + size);
  for (long length = 0; length < size; ++length) {
    fs::resize_file(file, static_cast<std::uintmax_t>(length));
    CHECK_FALSE(cache.find("key"));
    fs::remove(file);
    cache.find_or_make("key", std::ref(maker));
  }
}

TEST_CASE("what has not been used for longest makes place") {
  const Folder folder;
  const DeviceCode large{std::string(1000, 'x'), "symbol"};
  const CodeCache cache(folder.path(), 2500);
  const auto make = [&] { return large; };
  for (const char* key : {"a", "b"}) cache.find_or_make(key, make);
  const auto now = fs::file_time_type::clock::now();
  fs::last_write_time(folder.path() / "a.code", now - std::chrono::hours(1));
  fs::last_write_time(folder.path() / "b.code", now - std::chrono::hours(2));
  cache.find_or_make("c", make);
  cache.find_or_make("d", make);
  CHECK_FALSE(cache.find("b"));
  CHECK(cache.find("d"));
  CHECK(cache.contents().bytes <= 4000);
}

TEST_CASE("a folder that cannot be made keeps nothing and fails nothing") {
  const Folder folder;
  std::ofstream(folder.path() / "file") << "no folder";
  const CodeCache cache(folder.path() / "file" / "below");
  Maker maker;
  CHECK(cache.find_or_make("key", std::ref(maker)).image == code.image);
  CHECK(cache.find_or_make("key", std::ref(maker)).image == code.image);
  CHECK(maker.count == 2);
}

TEST_CASE("a failure to make code leaves no entry, and the next caller makes it") {
  const Folder folder;
  const CodeCache cache(folder.path());
  CHECK_THROWS_AS(cache.find_or_make("key", []() -> DeviceCode { throw RunError("no compiler"); }), RunError);
  CHECK_FALSE(cache.find("key"));
  Maker maker;
  cache.find_or_make("key", std::ref(maker));
  CHECK(maker.count == 1);
}

TEST_CASE("of processes that ask at once, one makes the code") {
  const Folder folder;
  const fs::path made = folder.path() / "made";
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      const CodeCache cache(folder.path());
      const DeviceCode found = cache.find_or_make("key", [&] {
        std::ofstream(made, std::ios::app) << 'x';
        usleep(100000);
        return code;
      });
      _exit(found.image == code.image ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  CHECK(fs::file_size(made) == 1);
}

TEST_CASE("clearing removes all and says what there was") {
  const Folder folder;
  const CodeCache cache(folder.path());
  for (const char* key : {"a", "b", "c"}) cache.find_or_make(key, [] { return code; });
  std::ofstream(folder.path() / "d.1.part") << "of a process that was killed";
  CHECK(cache.clear().entries == 3);
  CHECK(folder.entries().empty());
}

}  // namespace dg
