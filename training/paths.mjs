// Which paths are tests or examples.
export const TEST_PATH =
  /(^|\/)(tests?|__tests__|spec|specs|e2e|testing)\/|[._-](test|spec)s?\.\w+$|(^|\/)test_[^/]*$|_test\.\w+$|Tests?\.\w+$/;
export const EXAMPLE_PATH = /(^|\/)(examples?|samples?|demos?|benchmarks?|docs?|website)\//i;
