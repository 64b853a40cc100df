import { CannotTell } from "./cannot-tell.ts"
import type { Site } from "./site.ts"
import { cannotTell, type State, type Step } from "./step.ts"

type Print = (line: string) => void

/**
 * Looks at each step in order and makes what is missing or wrong. Returns whether every step is right
 * afterwards, as far as can be seen. A step's error ends the run: the next run goes on there.
 */
export async function makeAll(steps: readonly Step[], site: Site, print: Print): Promise<boolean> {
  const remaining: string[] = []
  for (const step of steps) {
    const before = await look(step, site)
    const isToMake = (before.kind === "missing" || before.kind === "wrong") && step.make !== undefined
    if (isToMake) {
      print(`…  ${step.name}: ${before.kind}, ${before.text}`)
      await step.make?.(site)
    }
    const state = isToMake ? await look(step, site) : before
    print(`${marks[state.kind]}  ${step.name}: ${state.text}`)
    if (state.kind === "right" || state.kind === "cannot tell") continue
    if (isToMake) throw new Error(`${step.name} is still ${state.kind}: ${state.text}`)
    remaining.push(step.name)
  }
  if (remaining.length > 0) print(`\nLeft for you: ${remaining.join(", ")}.`)
  return remaining.length === 0
}

const marks = { right: "✓", missing: "✗", wrong: "✗", "cannot tell": "?" }

/** Looks at each step without making anything, and prints a line. Returns whether all is right. */
export async function checkAll(steps: readonly Step[], site: Site, print: Print): Promise<boolean> {
  const width = Math.max(...steps.map(({ name }) => name.length))
  let isRight = true
  for (const step of steps) {
    const { kind, text } = await look(step, site).catch((error) =>
      cannotTell(String(error?.message ?? error)),
    )
    print(`${kind.padEnd(11)}  ${step.name.padEnd(width)}  ${text}`)
    isRight &&= kind === "right"
  }
  return isRight
}

async function look(step: Step, site: Site): Promise<State> {
  try {
    return await step.look(site)
  } catch (error) {
    if (error instanceof CannotTell) return cannotTell(error.message)
    throw error
  }
}
