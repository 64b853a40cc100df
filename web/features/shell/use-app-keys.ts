import { useRouter } from "@tanstack/react-router"
import { useCallback, useEffect, useState } from "react"
import { useAuth } from "../../lib/auth.tsx"
import { hasModifier, keyCommandsFor, type Overlay, viewerOf } from "../../lib/key-commands.ts"
import { areLetterKeysOn, switchLetterKeys } from "../../lib/letter-keys.ts"
import { readPresses } from "./key-presses.ts"

/** Elements that have keys of their own, or take letters: a key pressed there is not the app's. */
const OWN_KEYS =
  "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox], [role=tree], select"
const FIELDS = "input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable]"

export type AppKeys = {
  /** False if keys without a modifier are switched off in this browser. */
  isOn: boolean
  setOn(isOn: boolean): void
}

/** Listens to the app's keys while the page is open. */
export function useAppKeys(open: (overlay: Overlay) => void): AppKeys {
  const viewer = viewerOf(useAuth().user)
  const router = useRouter()
  const [isOn, setIsOn] = useState(areLetterKeysOn)
  const setOn = useCallback((next: boolean) => {
    setIsOn(next)
    switchLetterKeys(next)
  }, [])

  useEffect(() => {
    const keys = keyCommandsFor(viewer).filter((key) => isOn || hasModifier(key))
    const read = readPresses(keys.map(({ press }) => press))
    const onKey = (event: KeyboardEvent) => {
      if (isTaken(event)) return
      const press = read(event, event.timeStamp)
      const target = keys.find((key) => key.press === press)?.target
      if (target === undefined) return
      event.preventDefault()
      // A key that is held down counts once.
      if (event.repeat) return
      if ("href" in target) router.history.push(target.href)
      else if ("opens" in target) open(target.opens)
      else if (!focusSearch()) open("palette")
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [isOn, open, router, viewer])

  return { isOn, setOn }
}

/** Returns whether something else has handled the key, owns it, or takes it as text. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || isWithin(event, OWN_KEYS)) return true
  return !event.ctrlKey && !event.metaKey && isWithin(event, FIELDS)
}

function isWithin({ target }: KeyboardEvent, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** Focuses the page's own search; returns false if it has none. */
function focusSearch(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>("main input[type=search]")
  const field = [...fields].find((one) => one.checkVisibility())
  field?.focus()
  field?.select()
  return field !== undefined
}
