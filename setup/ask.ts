import { readFileSync } from "node:fs"
import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"

export type Question = {
  /** The answer's name in a file of answers. */
  key: string
  text: string
  /** The place of the answer and the part to copy. */
  hint?: string
  /** Not shown while it is typed. */
  isSecret?: boolean
  /** True if the answer may be empty. */
  isOptional?: boolean
  /** Returns a sentence on why this is no answer; null if it is one. */
  check?(answer: string): string | null | Promise<string | null>
}

/** The answer that leads back to the previous question. */
export const BACK = "back"

/** Asks until an answer passes; returns it without spaces around it. */
export type Ask = (question: Question) => Promise<string>

/** Returns answers from a JSON file, for programs: a missing or refused one is an error. */
export function askFile(path: string): Ask {
  const answers: Record<string, unknown> = JSON.parse(readFileSync(path, "utf8"))
  return async ({ key, isOptional, check }) => {
    const answer = answers[key]
    if (answer === undefined && isOptional) return ""
    if (typeof answer !== "string") throw new Error(`${path} has no answer named ${key}.`)
    const problem = answer.trim() === "" && isOptional ? null : ((await check?.(answer.trim())) ?? null)
    if (problem !== null) throw new Error(`${key}: ${problem}`)
    return answer.trim()
  }
}

/** Returns a function that asks the person at the terminal; without one, the first question is an error. */
export function askPerson(): Ask {
  return async ({ key, text, hint, isSecret = false, isOptional = false, check }) => {
    if (!process.stdin.isTTY)
      throw new Error(
        `${key} has to be asked, and nobody is at the terminal: run again there, or with --answers FILE.`,
      )
    console.log(`\n${text}${isOptional ? " (may be empty)" : ""}`)
    if (hint) console.log(`  ${hint}`)
    for (;;) {
      const answer = (await typed(isSecret)).trim()
      if (answer === "" && isOptional) return ""
      const problem = answer === "" ? "Nothing was typed." : ((await check?.(answer)) ?? null)
      if (problem === null) return answer
      console.log(`  ${problem}`)
    }
  }
}

/** Reads one line from the terminal; a secret is echoed nowhere. */
async function typed(isSecret: boolean): Promise<string> {
  process.stdout.write("> ")
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stdout
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await new Promise((resolve, reject) => {
      lines.once("line", resolve)
      // Ctrl+C and a closed terminal end the setup; a later run goes on from here.
      lines.once("SIGINT", () => reject(new Error("Stopped.")))
      lines.once("close", () => reject(new Error("Stopped.")))
    })
  } finally {
    lines.close()
    if (isSecret) process.stdout.write("\n")
  }
}
