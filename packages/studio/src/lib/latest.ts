/**
 * Questions that come faster than answers, as while a slider moves: at most one is under way, only the
 * newest waits, and an answer is dropped once the subject has changed.
 */
export interface Latest<Question> {
  ask(question: Question): void
  /** Drops what is under way and what waits. */
  drop(): void
  /** When nothing is under way any more. */
  settled(): Promise<void>
}

export interface LatestOptions<Question, Answer> {
  readonly answer: (question: Question) => Promise<Answer>
  readonly apply: (answer: Answer, question: Question) => void
  readonly fail: (error: unknown) => void
}

export function createLatest<Question, Answer>({
  answer,
  apply,
  fail
}: LatestOptions<Question, Answer>): Latest<Question> {
  let waiting: { question: Question } | undefined
  let running: Promise<void> | undefined
  let era = 0

  const work = async (): Promise<void> => {
    while (waiting !== undefined) {
      const { question } = waiting
      const asked = era
      waiting = undefined
      try {
        const result = await answer(question)
        if (asked === era) apply(result, question)
      } catch (error) {
        if (asked === era) fail(error)
      }
    }
    running = undefined
  }

  return {
    ask(question) {
      waiting = { question }
      running ??= work()
    },
    drop() {
      era++
      waiting = undefined
    },
    settled: async () => running
  }
}
