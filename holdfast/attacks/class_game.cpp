#include "holdfast/attacks/class_game.hpp"

#include <optional>

#include "holdfast/attacks/state_game.hpp"
#include "holdfast/attacks/class_search.hpp"

namespace holdfast {
namespace {

class ClassGame final : public StateGame {
 public:
  ClassGame(const Objective& objective, const ClassificationProblem& problem, const Run& run)
      : StateGame(objective, run), problem_(problem) {}

  std::unique_ptr<Game> sibling() const override {
    return make_class_game(objective_, problem_, run_);
  }

  std::optional<Strike> search_by_model(const Strike& from, double enough) override {
    ClassSearch attack(problem_.data, problem_.goal(), set(), run_);
    auto worst = attack.run(from.deleted, enough);
    count_attack(attack.fits());
    count_evaluations(attack.fits());
    return worst;
  }

 private:
  const ClassificationProblem& problem_;
};

}  // namespace

std::unique_ptr<Game> make_class_game(const Objective& objective,
                                      const ClassificationProblem& problem, const Run& run) {
  return std::make_unique<ClassGame>(objective, problem, run);
}

}  // namespace holdfast
