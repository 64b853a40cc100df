import { useMutation } from "@tanstack/react-query"
import { Check, CircleCheck } from "lucide-react"
import { useEffect, useState } from "react"
import type { SharedPrint } from "../../../contract/delivery/share.ts"
import { SHOP_UNDO_MS } from "../../../contract/delivery/share-path.ts"
import { Button } from "../../components/ui/button.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatWhen, lowerFirst } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { sayPrinted } from "./link-calls.ts"

type PrintedButtonProps = {
  print: SharedPrint
  token: string
  /** True where the button shares a bar with another. */
  isLarge?: boolean
}

/** Reports to the seller that a print is printed; it asks before, and can be undone for some minutes. */
export function PrintedButton({ print, token, isLarge = false }: PrintedButtonProps) {
  const { number, name, shopPrintedAt } = print
  const [isAsking, setIsAsking] = useState(false)
  const canTakeBack = useIsWithin(shopPrintedAt, SHOP_UNDO_MS)
  const say = useMutation({
    mutationFn: (isPrinted: boolean) => sayPrinted(token, number, isPrinted),
    onSuccess: (_, isPrinted) => {
      setIsAsking(false)
      toastSuccess(isPrinted ? "The sender has been notified." : "Undone. The sender sees it as not printed.")
    },
  })
  if (shopPrintedAt !== null)
    return (
      <p
        role="status"
        className={classNames(
          "flex flex-wrap items-center gap-x-2 text-sm text-good-ink",
          isLarge && "flex-1 font-[550]",
        )}
      >
        <CircleCheck className="size-4" aria-hidden="true" />
        <span>
          Printed, <time dateTime={shopPrintedAt}>{lowerFirst(formatWhen(shopPrintedAt))}</time>
        </span>
        {canTakeBack && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Undo: ${name} is not printed yet`}
            isLoading={say.isPending}
            onClick={() => say.mutate(false)}
          >
            Undo
          </Button>
        )}
      </p>
    )
  if (isAsking)
    return (
      <fieldset className={classNames("flex flex-wrap items-center gap-2", isLarge && "w-full")}>
        <legend className="float-left mr-1 w-full text-sm font-[550] sm:w-auto">
          Tell the sender that it is printed?
        </legend>
        <Button onClick={() => setIsAsking(false)}>Cancel</Button>
        <Button ref={focus} variant="primary" isLoading={say.isPending} onClick={() => say.mutate(true)}>
          Yes, printed
        </Button>
      </fieldset>
    )
  return (
    <Button
      icon={<Check />}
      size={isLarge ? "lg" : undefined}
      className={isLarge ? "flex-1" : undefined}
      aria-label={`Printed: ${name}`}
      onClick={() => setIsAsking(true)}
    >
      Printed
    </Button>
  )
}

/** Focuses the answer in place of the pressed button, which is gone. */
function focus(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true })
}

/** Returns whether less than `forMs` has passed since; changes when it has. */
function useIsWithin(sinceIso: string | null, forMs: number): boolean {
  const untilMs = sinceIso === null ? 0 : Date.parse(sinceIso) + forMs
  const [, tick] = useState(0)
  useEffect(() => {
    const leftMs = untilMs - Date.now()
    if (leftMs <= 0) return
    const timer = setTimeout(() => tick((count) => count + 1), leftMs)
    return () => clearTimeout(timer)
  }, [untilMs])
  return Date.now() < untilMs
}
