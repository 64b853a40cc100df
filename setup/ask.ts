import { readFileSync } from "node:fs"
import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"

export type Question = {
  /** The answer's name in a file of answers. */
  key: string
  text: string
  /** Where to find it and what to copy. */
  hint?: string
  /** Not shown while it is typed. */
  isSecret?: boolean
  /** Nothing is an answer too. */
  isOptional?: boolean
  /** A sentence on why this is no answer; null if it is one. */
  check?(answer: string): string | null | Promise<string | null>
}

/** The answer with which a person goes back to the question before. */
export const BACK = "back"

/** Asks until there is an answer that passes; it comes without spaces around it. */
export type Ask = (question: Question) => Promise<string>

/** Answers from a JSON file, for programs: a missing or refused one is an error. */
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

/** Asks the person at the terminal; without one, the first question is an error. */
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

/** One line from the terminal; a secret is echoed nowhere. */
async function typed(isSecret: boolean): Promise<string> {
  process.stdout.write("> ")
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stdout
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await new Promise((resolve, reject) => {
      lines.once("line", resolve)
      // Ctrl+C and a closed terminal end the setup; it goes on from here another time.
      lines.once("SIGINT", () => reject(new Error("Stopped.")))
      lines.once("close", () => reject(new Error("Stopped.")))
    })
  } finally {
    lines.close()
    if (isSecret) process.stdout.write("\n")
  }
}
