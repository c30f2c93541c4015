#include "cli/progress_bar.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include "cli/numbers.hpp"

namespace holdfast::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds first_drawn_after{1000};
constexpr milliseconds redrawn_after{100};

void put(std::string_view text) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
}

std::string clock_time(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::lround(seconds));
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole % 3600 / 60, whole % 60);
}

}  // namespace

ProgressBar::ProgressBar(bool enabled, bool unicode)
    : enabled_(enabled), unicode_(unicode), job_began_(Clock::now()) {
  if (!enabled_) return;
  try {
    thread_ = std::thread([this] { draw_until_finished(); });
  } catch (const std::system_error&) {
    enabled_ = false;  // the system refuses threads; the work goes on unseen
  }
}

ProgressBar::~ProgressBar() { finish(); }

void ProgressBar::stage(std::string name) {
  const std::lock_guard lock(access_);
  job_ = std::move(name);
  done_ = total_ = 0;
  job_began_ = Clock::now();
}

void ProgressBar::follow(std::string job) {
  const std::lock_guard lock(access_);
  followed_ = std::move(job);
}

void ProgressBar::report(const Progress& progress) {
  const std::lock_guard lock(access_);
  if (!followed_.empty() && progress.job != followed_) return;
  if (progress.job != job_ || progress.done < done_) {
    job_ = progress.job;
    job_began_ = Clock::now();
  }
  done_ = progress.done;
  total_ = progress.total;
}

void ProgressBar::detail(std::string text) {
  const std::lock_guard lock(access_);
  detail_ = std::move(text);
}

void ProgressBar::interject(std::string_view text) {
  const std::lock_guard lock(access_);
  erase();
  put(text);
}

void ProgressBar::finish() {
  {
    const std::lock_guard lock(access_);
    if (std::exchange(finished_, true)) return;
    erase();
  }
  finished_changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void ProgressBar::draw_until_finished() {
  std::unique_lock lock(access_);
  const auto is_finished = [this] { return finished_; };
  if (finished_changed_.wait_for(lock, first_drawn_after, is_finished)) return;
  do {
    draw();
  } while (!finished_changed_.wait_for(lock, redrawn_after, is_finished));
}

void ProgressBar::draw() {
  if (job_.empty()) return;
  put("\r" + line(style_of(STDERR_FILENO, unicode_)) + "\x1b[K");
  drawn_ = true;
}

void ProgressBar::erase() {
  if (std::exchange(drawn_, false)) put("\r\x1b[K");
}

std::string ProgressBar::line(const Style& style) const {
  const double elapsed = std::chrono::duration<double>(Clock::now() - job_began_).count();
  if (total_ <= 0) {
    return fitted(fmt::format("{}  {}", job_, clock_time(elapsed)), style.width - 1, style);
  }
  const double part = static_cast<double>(done_) / static_cast<double>(total_);
  std::string times = clock_time(elapsed);
  if (done_ > 0) {
    const double left = elapsed * static_cast<double>(total_ - done_) / static_cast<double>(done_);
    times += fmt::format(", about {} left", clock_time(left));
  }
  constexpr std::size_t widest = 30;
  const std::string count =
      detail_.empty() ? fmt::format("{} of {}", grouped(done_), grouped(total_)) : detail_;
  const std::size_t others = display_width(job_) + display_width(count) + times.size() + 8;
  const std::size_t width = others < style.width ? std::min(widest, style.width - others) : 0;
  const std::string full = bar(part, width, style);
  const std::string rest(width - std::min(width, display_width(full)), style.unicode ? ' ' : '.');
  const std::string_view left = style.unicode ? "▕" : "[";
  const std::string_view right = style.unicode ? "▏" : "]";
  return fitted(fmt::format("{}  {}{}{}{}  {}  {}", job_, left, full, rest, right, count, times),
                style.width - 1, style);
}

}  // namespace holdfast::cli
