import { Check, Copy } from "lucide-react"
import { useEffect, useState } from "react"
import { Button } from "../../components/ui/button.tsx"
import { toastError } from "../../lib/toast.tsx"

/** How long the button says that it copied. */
const COPIED_MS = 2_000

/** Copies a text; `what` names it for screen readers: `Copy reference`. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      // The browser keeps its clipboard to itself (no permission, no secure context).
      toastError("Your browser does not let us copy. Please select the text.")
    }
  }

  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={isCopied ? `Copied ${what}` : `Copy ${what}`}
      icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      onClick={() => void copy()}
    >
      {isCopied ? "Copied" : "Copy"}
    </Button>
  )
}
