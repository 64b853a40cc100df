import { useMutation } from "@tanstack/react-query"
import { Check, CircleCheck, MessageCircle } from "lucide-react"
import { useState } from "react"
import { MAX_PROOF_TEXT_LENGTH } from "../../../contract/limit.ts"
import type { ProofAnswer, ShownProof } from "../../../contract/orders/shown-proof.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field } from "../../components/ui/field.tsx"
import { TextArea } from "../../components/ui/text-area.tsx"
import { formatDate, formatWhen, lowerFirst } from "../../lib/format.ts"
import { answerProof } from "./proof-calls.ts"

type ProofAnswerProps = { proof: ShownProof; token: string }

/** Shows the answer to a proof, or takes it: approved, or a change in the buyer's words. */
export function AnswerProof({ proof, token }: ProofAnswerProps) {
  const [isChange, setIsChange] = useState(false)
  const [text, setText] = useState("")
  const send = useMutation({ mutationFn: (answer: ProofAnswer) => answerProof(token, answer) })
  if (proof.state !== "asked") return <Answered proof={proof} />
  const until = `Open until ${formatDate(proof.expiresAt)}.`
  const wish = text.trim()
  return (
    <>
      {isChange && (
        <Field
          label="What should change?"
          hint={`Goes to ${proof.shop}. You get a new proof.`}
          className="px-4 pb-6 md:px-8"
        >
          <TextArea
            ref={focus}
            rows={4}
            maxLength={MAX_PROOF_TEXT_LENGTH}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      )}
      <div className="mt-auto border-line border-t bg-surface px-4 pt-4 pb-4 md:px-8 coarse:sticky coarse:bottom-0 coarse:z-30">
        <div className="flex gap-2">
          {isChange ? (
            <>
              <Button size="lg" className="flex-1" onClick={() => setIsChange(false)}>
                Back
              </Button>
              <Button
                variant="primary"
                size="lg"
                className="flex-[1.4]"
                disabled={wish === ""}
                isLoading={send.isPending}
                onClick={() => send.mutate({ answer: "change", text: wish })}
              >
                Ask for this change
              </Button>
            </>
          ) : (
            <>
              <Button size="lg" className="flex-1" icon={<MessageCircle />} onClick={() => setIsChange(true)}>
                Ask for a change
              </Button>
              <Button
                variant="primary"
                size="lg"
                className="flex-1"
                icon={<Check />}
                isLoading={send.isPending}
                onClick={() => send.mutate({ answer: "approved" })}
              >
                Approve
              </Button>
            </>
          )}
        </div>
        <p className="mt-2.5 text-xs text-ink-2">
          {isChange
            ? `Nothing prints until you approve. ${until}`
            : `Approve, and it prints as shown. On a screen, colours differ a little from ink. ${until}`}
        </p>
      </div>
    </>
  )
}

/** Focuses the field that the pressed button has opened, which lies below a phone's screen. */
function focus(field: HTMLTextAreaElement | null): void {
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: "center" })
}

function Answered({ proof: { state, text, answeredAt = "", shop } }: { proof: ShownProof }) {
  const isApproved = state === "approved"
  return (
    <div role="status" className="mt-auto border-line border-t bg-surface px-4 py-5 md:px-8">
      <p className="flex items-center gap-2 text-base font-[600]">
        <CircleCheck className="size-5 flex-none text-good-ink" aria-hidden="true" />
        {isApproved ? "You approved this" : "You asked for a change"}
        <time dateTime={answeredAt} className="ml-auto text-sm font-normal text-ink-2">
          {lowerFirst(formatWhen(answeredAt))}
        </time>
      </p>
      {text !== undefined && <p className="mt-2 text-base whitespace-pre-line wrap-anywhere">{text}</p>}
      <p className="mt-2 text-sm text-ink-2">
        {isApproved ? `${shop} prints it as shown.` : `${shop} has your words, and sends you a new proof.`}
      </p>
    </div>
  )
}
