import type { z } from "zod"
import type { Scope } from "../../contract/accounts/scope.ts"
import { moneyText } from "../../contract/money.ts"
import type { Api, AssistantCaller } from "./api.ts"

/** An answer: words for whoever reads them, the same for programs, and pictures of sheets (PNG). */
export type ToolAnswer = { text: string; data?: Record<string, unknown>; pictures?: Uint8Array[] }

/** The most pictures of an answer. */
export const MAX_PICTURES = 4

export type Tool = {
  name: string
  title: string
  description: string
  /** The scope that the token needs; without it the tool is not offered. */
  scope: Scope
  /** `reads`: changes nothing. `makes`: adds or changes what can be undone or deleted. `spends`: takes credits. */
  effect: "reads" | "makes" | "spends"
  /** True for tools whose answer is of a print: windows that can show its sheets. */
  hasSheets?: boolean
  input: z.ZodObject
  run(input: never, api: Api, caller: AssistantCaller): Promise<ToolAnswer>
}

/** Returns a tool whose input has the type that its schema says. */
export function tool<Input extends z.ZodObject>(
  one: Omit<Tool, "input" | "run"> & {
    input: Input
    run(input: z.output<Input>, api: Api, caller: AssistantCaller): Promise<ToolAnswer>
  },
): Tool {
  return one as Tool
}

/** Returns `1 print`, `2 prints`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : `${noun}s`}`
}

/** Returns what a print costs beside its credits, as the end of a sentence; nothing without prices. */
export function costText(cost: { total: number; currency: string } | null): string {
  return cost === null ? "" : `, ${moneyText(cost.total, cost.currency)} in all`
}

/** Returns lines under a heading, or the words for none. */
export function listed(heading: string, lines: readonly string[], none: string): string {
  return lines.length === 0 ? none : [heading, ...lines.map((line) => `- ${line}`)].join("\n")
}
