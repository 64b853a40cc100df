import type { RemakeReason } from "../status.ts"

/** The reasons why pieces are made once more, as they are picked and counted. */
export const reasonWords: Readonly<Record<RemakeReason, string>> = {
  cut: "Cut wrong",
  ink: "Ink fault",
  lost: "Lost",
  other: "Another reason",
}
