import type { CommandId } from "./commands.ts"

/** Returns what marks a button or link, so that the palette can press it while it is on the page. */
export function asCommand(id: CommandId): { "data-command": CommandId } {
  return { "data-command": id }
}
