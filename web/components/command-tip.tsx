import type { ReactElement } from "react"
import { type KeyCommandId, keyCommands, keysOf } from "../lib/key-commands.ts"
import { keyName } from "../lib/key-name.ts"
import { areLetterKeysOn } from "../lib/letter-keys.ts"
import { Tooltip } from "./ui/tooltip.tsx"

type CommandTipProps = {
  command: KeyCommandId
  /** The words in place of the command's name. */
  words?: string
  side?: "top" | "bottom" | "left" | "right"
  children: ReactElement
}

/** Shows a command's name and keys on hover and focus. The child must be one focusable element. */
export function CommandTip({ command, words, side, children }: CommandTipProps) {
  const { name, press } = keyCommands[command]
  const keys = areLetterKeysOn() ? keysOf({ press }).map(keyName).join(" ") : ""
  return (
    <Tooltip
      side={side}
      content={
        <>
          {words ?? name}
          {keys !== "" && <span className="ml-2 opacity-70">{keys}</span>}
        </>
      }
    >
      {children}
    </Tooltip>
  )
}
