import { useMutation } from "@tanstack/react-query"
import { CircleAlert, CircleCheck, CircleDashed, Send } from "lucide-react"
import type { DeliveryAddress } from "../../../contract/delivery/delivery.ts"
import { Button } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { toastError, toastSuccess } from "../../lib/toast.tsx"
import { testDeliveryAddress } from "./delivery-calls.ts"
import { answerWords } from "./delivery-words.ts"

type AddressProps = { address: DeliveryAddress }

/** Shows who answered the last test of an address and when, or why nobody did. */
export function ConnectionState({ address }: AddressProps) {
  const { lastTest } = address
  if (lastTest === null) return <State Icon={CircleDashed} className="text-ink-3" words="Not tested yet" />
  const words = answerWords(address) ?? ""
  if (lastTest.works) return <State Icon={CircleCheck} className="text-good-ink" words={words} />
  return <State Icon={CircleAlert} className="text-bad-ink" words={`${words}. ${lastTest.message}`} />
}

type StateProps = { Icon: typeof CircleCheck; className: string; words: string }

function State({ Icon, className, words }: StateProps) {
  return (
    <span className={`inline-flex items-start gap-1.5 text-sm ${className}`}>
      <Icon className="mt-[0.1875rem] size-3.5 flex-none" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{words}</span>
    </span>
  )
}

/** Shows the answer to a test in full, where the address is being set up. */
export function ConnectionAnswer({ address }: AddressProps) {
  const { lastTest } = address
  if (lastTest === null) return null
  return (
    <Notice tone={lastTest.works ? "good" : "bad"}>
      <b className="font-[600]">{answerWords(address)}.</b> {lastTest.message}
    </Notice>
  )
}

/** Tests an address. Its answer stays with it. */
export function TestButton({ address }: AddressProps) {
  const test = useMutation({
    mutationFn: () => testDeliveryAddress(address._id),
    onSuccess: ({ works, message }) => (works ? toastSuccess(message) : toastError(message)),
  })
  return (
    <Button
      size="sm"
      icon={<Send />}
      aria-label={`Test ${address.name}`}
      isLoading={test.isPending}
      onClick={() => test.mutate()}
    >
      Test
    </Button>
  )
}
