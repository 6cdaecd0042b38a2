/// Compiled code in files of the user's cache folder, shared by all processes that run rkdg.
///
/// Each entry is a file with a checksum, written under another name and then renamed. So a reader sees all of it or
/// none, and a damaged one counts as none. Where the folder cannot be written, nothing is kept and nothing fails.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "libdg/backend/device_compiler.hpp"

namespace dg {

class CodeCache {
 public:
  /// Entries beyond so many bytes make place, those first that have not been used for longest.
  static constexpr std::uintmax_t default_limit = std::uintmax_t(1) << 30;

  explicit CodeCache(std::filesystem::path folder, std::uintmax_t limit = default_limit);

  /// That of the user: $RKDG_CACHE, $XDG_CACHE_HOME/rkdg or ~/.cache/rkdg; without any of these, no folder.
  static CodeCache of_user();

  /// A name for code that depends on all of these texts and on nothing else.
  static std::string key(const std::vector<std::string_view>& texts);

  std::optional<DeviceCode> find(const std::string& key) const;

  /// The entry, or what `make` returns, which becomes one. Of all processes that ask at once, one makes it while the
  /// others wait.
  DeviceCode find_or_make(const std::string& key, const std::function<DeviceCode()>& make) const;

  struct Contents {
    std::size_t entries = 0;
    std::uintmax_t bytes = 0;
  };
  Contents contents() const;
  /// Returns what was there. Throws RunError for an entry that cannot be removed.
  Contents clear() const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path file_of(const std::string& key) const { return folder_ / (key + ".code"); }
  void store(const std::string& key, const DeviceCode& code) const;
  void make_place() const;

  std::filesystem::path folder_;  ///< empty: there is none
  std::uintmax_t limit_;
};

/// CodeCache::of_user() as the process found it first.
const CodeCache& user_cache();

}  // namespace dg
