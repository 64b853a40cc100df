import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { CircleCheck, RefreshCw } from "lucide-react"
import { isEndable, type Trouble } from "../../../contract/operations/operations.ts"
import { Button } from "../../components/ui/button.tsx"
import { cardClasses } from "../../components/ui/card.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { StatusPill, Tag } from "../../components/ui/status-pill.tsx"
import { failureWords } from "../../lib/api.ts"
import { formatWhen, lowerFirst } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import type { Look } from "./looks.ts"
import { decide } from "./operations-calls.ts"
import { giveUpWords, thingWords, troubleWords } from "./trouble-words.ts"

const linkClasses = "touch font-[600] underline-offset-3 hover:underline"

/**
 * Lists each thing that needs a person, with the reason and the possible decisions; what another part of the page
 * shows in full is led to.
 */
export function Troubles({ looks }: { looks: readonly Look[] }) {
  const giveUp = useModalParam("giveUp")
  const asked = looks
    .flatMap((look) => ("trouble" in look ? look.trouble : []))
    .find((trouble) => keyOf(trouble) === giveUp.value)
  return (
    <section aria-labelledby="troubles" className="mt-6">
      <h2 id="troubles" className="text-lg font-[620]">
        Needs a look
      </h2>
      {looks.length === 0 ? (
        <p className={`${cardClasses} mt-3 flex items-center gap-2.5 px-4 py-3.5 text-sm text-ink-2`}>
          <CircleCheck className="size-4 flex-none text-good-ink" aria-hidden="true" />
          No print, image, e-mail, payment, store or vendor needs attention.
        </p>
      ) : (
        <ul className={`${cardClasses} mt-3 divide-y divide-line`}>
          {looks.map((look) =>
            "trouble" in look ? (
              <TroubleLine
                key={keyOf(look.trouble)}
                trouble={look.trouble}
                onGiveUp={() => giveUp.open(keyOf(look.trouble))}
              />
            ) : (
              <LedTo key={`${look.group} ${look.name}`} look={look} />
            ),
          )}
        </ul>
      )}
      {asked && <GiveUpModal trouble={asked} onClose={giveUp.close} />}
    </section>
  )
}

function LedTo({ look: { part, group, name, why } }: { look: Exclude<Look, { trouble: Trouble }> }) {
  return (
    <li aria-label={`${group} ${name}`} className="px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <Tag>{group}</Tag>
        <a href={`#${part}`} className={`${linkClasses} min-w-0 [overflow-wrap:anywhere]`}>
          {name}
        </a>
      </div>
      <p className="mt-1.5 text-sm">{why}</p>
    </li>
  )
}

function TroubleLine({ trouble, onGiveUp }: { trouble: Trouble; onGiveUp: () => void }) {
  const { kind, thing, person, since, nextAt, decisions } = trouble
  const { state, tone, why } = troubleWords(trouble)
  const retry = useMutation({ mutationFn: () => decide(trouble, "retry"), onSuccess: toastSuccess })
  const name = `${thingWords[kind]} ${thing.name}`
  const next = nextAt !== null && Date.parse(nextAt) > Date.now() ? `, next try ${timeWords(nextAt)}` : ""
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
          <StatusPill tone={tone}>{state}</StatusPill>
          <Tag>{thingWords[kind]}</Tag>
          <ThingLink trouble={trouble} />
        </div>
        <p className="mt-1.5 text-sm [overflow-wrap:anywhere]">{why}</p>
        <p className="mt-0.5 text-xs text-ink-3 [overflow-wrap:anywhere]">
          <Link
            to="/users/$userId"
            params={{ userId: person._id }}
            className="touch underline-offset-3 hover:underline"
          >
            {person.name}
          </Link>
          , since {timeWords(since)}
          {next}
        </p>
      </div>
      {decisions.length > 0 && (
        <div className="flex gap-2 coarse:w-full coarse:[&>*]:flex-1">
          {decisions.includes("retry") && (
            <Button
              size="sm"
              icon={<RefreshCw />}
              aria-label={`Try again: ${lowerFirst(name)}`}
              isLoading={retry.isPending}
              onClick={() => retry.mutate()}
            >
              Try again
            </Button>
          )}
          {decisions.includes("give-up") && (
            <Button
              size="sm"
              variant="danger-ghost"
              aria-label={`Give up: ${lowerFirst(name)}`}
              onClick={onGiveUp}
            >
              Give up
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** Links to the print or the payment; for artwork and shops, to their owner's account. */
function ThingLink({ trouble: { kind, thing, person } }: { trouble: Trouble }) {
  const classes = `${linkClasses} min-w-0 [overflow-wrap:anywhere]`
  if (kind === "print" || kind === "print-mail" || kind === "writing" || kind === "delivery")
    return (
      <Link to="/prints/$printId" params={{ printId: thing._id }} className={classes}>
        {thing.name}
      </Link>
    )
  if (kind === "payment" || kind === "payment-mail")
    return (
      <Link to="/payment/$paymentId" params={{ paymentId: thing._id }} className={classes}>
        {thing.name}
      </Link>
    )
  return (
    <Link to="/users/$userId" params={{ userId: person._id }} className={classes}>
      {thing.name}
    </Link>
  )
}

function GiveUpModal({ trouble, onClose }: { trouble: Trouble; onClose: () => void }) {
  const giveUp = useMutation({
    mutationFn: () => decide(trouble, "give-up"),
    onSuccess: (message) => {
      toastSuccess(message)
      onClose()
    },
    meta: { silent: true },
  })
  return (
    <ConfirmModal
      onClose={onClose}
      title={`Give up ${trouble.thing.name}?`}
      description={isEndable(trouble.kind) ? giveUpWords[trouble.kind] : ""}
      verb="Give up"
      isDanger
      isWorking={giveUp.isPending}
      onConfirm={() => giveUp.mutate()}
    >
      {giveUp.isError && <Notice tone="bad">{failureWords(giveUp.error)}</Notice>}
    </ConfirmModal>
  )
}

function keyOf({ kind, _id }: Trouble): string {
  return `${kind}:${_id}`
}

function timeWords(iso: string): string {
  return lowerFirst(formatWhen(iso))
}
