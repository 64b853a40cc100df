import { ScanLine } from "lucide-react"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { Input } from "../../components/ui/field.tsx"
import { classNames } from "../../lib/class-names.ts"

/** A scanner types an address, which begins with H, or a copy's number. */
const FIRST_KEY = /^[0-9h]$/i

export type ScanFeedback = {
  words: string
  isGood: boolean
  /** What can be done about it; returns the words for that. */
  action?: { name: string; act: () => string }
}

type ScanFieldProps = {
  /** Finds the copy and ticks it; returns the message to show. */
  onScan: (text: string) => ScanFeedback
}

/** Takes the code that a hand scanner or a person types, and Enter. */
export function ScanField({ onScan }: ScanFieldProps) {
  const [text, setText] = useState("")
  const [feedback, setFeedback] = useState<ScanFeedback>({ words: "", isGood: true })
  const { words, isGood, action } = feedback
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

  function act() {
    if (action) setFeedback({ words: action.act(), isGood: true })
    input.current?.focus()
  }

  return (
    <form
      onSubmit={scan}
      className="min-w-0 flex-1 basis-64 coarse:sticky coarse:top-14 coarse:z-10 coarse:-mx-4 coarse:mt-2 coarse:bg-canvas coarse:px-4 coarse:py-2"
    >
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
      <div className="flex items-baseline gap-x-3 text-sm">
        <p
          role="status"
          className={classNames("not-empty:mt-1.5", isGood ? "text-good-ink" : "text-bad-ink")}
        >
          {words}
        </p>
        {action && (
          <button
            type="button"
            onClick={act}
            className="touch font-[600] whitespace-nowrap text-accent-ink underline-offset-3 hover:underline"
          >
            {action.name}
          </button>
        )}
      </div>
    </form>
  )
}
