import type { AutopilotPreview } from "../../../contract/autopilots/autopilot.ts"
import type { AutopilotRow } from "../../data/autopilots/autopilot-rows.ts"
import type { Env } from "../../env.ts"
import { type BatchRule, waitingFilm } from "./waiting-film.ts"

/** Returns what a run would do now; its orders are those that were read last. */
export async function previewRun(
  env: Env,
  rule: BatchRule & Pick<AutopilotRow, "action">,
  nowMs: number,
): Promise<AutopilotPreview> {
  const { choice, lengthIn } = await waitingFilm(env, rule, nowMs)
  const { chosen, orders, copies, skipped } = choice
  const credits = rule.action === "process" ? copies : 0
  return { orders, items: chosen.length, copies, credits, lengthIn, skippedCount: skipped.length }
}
