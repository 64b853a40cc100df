import { ScanLine } from "lucide-react"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { Input } from "../../components/ui/field.tsx"
import { classNames } from "../../lib/class-names.ts"

/** A scanner types an address, which begins with H, or a copy's number. */
const FIRST_KEY = /^[0-9h]$/i

type ScanFieldProps = {
  /** Finds the copy and ticks it; returns the message to show. */
  onScan: (text: string) => { words: string; isGood: boolean }
}

/** Takes the code that a hand scanner or a person types, and Enter. */
export function ScanField({ onScan }: ScanFieldProps) {
  const [text, setText] = useState("")
  const [feedback, setFeedback] = useState({ words: "", isGood: true })
  const input = useRef<HTMLInputElement>(null)

  // A scanner types wherever the focus is, and knows nothing of the page's keys.
  useEffect(() => {
    function take(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || !FIRST_KEY.test(event.key)) return
      const { target } = event
      if (target instanceof Element && target.closest("input, textarea, select, [role=dialog], [role=menu]"))
        return
      event.stopPropagation()
      input.current?.focus()
    }
    document.addEventListener("keydown", take, { capture: true })
    return () => document.removeEventListener("keydown", take, { capture: true })
  }, [])

  function scan(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === "") return
    setFeedback(onScan(text))
    setText("")
  }

  return (
    <form onSubmit={scan} className="min-w-0 flex-1 basis-64">
      <Input
        ref={input}
        aria-label="Scan or type a code"
        placeholder="Scan or type a code"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={200}
        value={text}
        icon={<ScanLine aria-hidden="true" />}
        onChange={(event) => setText(event.target.value)}
      />
      <p
        role="status"
        className={classNames("text-sm not-empty:mt-1.5", feedback.isGood ? "text-good-ink" : "text-bad-ink")}
      >
        {feedback.words}
      </p>
    </form>
  )
}
