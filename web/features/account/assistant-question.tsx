import { useMutation, useQuery } from "@tanstack/react-query"
import { Link, useLocation } from "@tanstack/react-router"
import { Bot, CircleX } from "lucide-react"
import { type ReactNode, useState } from "react"
import type { AskedAccess } from "../../../contract/accounts/asked-access.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { ApiFailure, failureWords } from "../../lib/api.ts"
import { wasSignedIn } from "../../lib/session.ts"
import { comeBackTo } from "./come-back.ts"
import { answerAssistant, askedOptions } from "./consent-calls.ts"
import { Outcome } from "./outcome.tsx"

/** Asks the person whether an assistant may act for their own account, and within which scopes. */
export function AssistantQuestion() {
  // Taken at the first render: while the next page loads, the address is already that page's.
  const now = useLocation({ select: ({ searchStr }) => searchStr })
  const [question] = useState(now)
  const { data: asked, error } = useQuery({ ...askedOptions(question), enabled: wasSignedIn() })
  if (!wasSignedIn() || (error instanceof ApiFailure && error.status === 401))
    return <SignInFirst question={question} />
  if (error !== null) return <Wrong>{failureWords(error)}</Wrong>
  if (asked === undefined) return null
  if (asked.state === "asked") return <Consent asked={asked} question={question} />
  return (
    <Wrong
      action={
        <a href={asked.leadTo} className={buttonVariants({ size: "lg" })}>
          Back to {asked.host}
        </a>
      }
    >
      {asked.words}
    </Wrong>
  )
}

function SignInFirst({ question }: { question: string }) {
  const keep = () => comeBackTo(`/connect${question}`)
  return (
    <Outcome
      tone="busy"
      icon={<Bot />}
      title="An assistant asks for access"
      action={
        <span className="flex flex-wrap gap-2">
          <Link
            to="/auth/signin"
            onClick={keep}
            className={buttonVariants({ variant: "primary", size: "lg" })}
          >
            Sign in
          </Link>
          <Link to="/auth/signup" onClick={keep} className={buttonVariants({ size: "lg" })}>
            Sign up
          </Link>
        </span>
      }
    >
      Sign in to see what it asks for. You come back here, and decide.
    </Outcome>
  )
}

function Wrong({ children, action }: { children: string; action?: ReactNode }) {
  return (
    <Outcome tone="bad" icon={<CircleX />} title="This assistant was not connected" action={action}>
      {children}
    </Outcome>
  )
}

type ConsentProps = { asked: Extract<AskedAccess, { state: "asked" }>; question: string }

function Consent({ asked, question }: ConsentProps) {
  const { name, host, email, isOnThisComputer } = asked
  const [chosen, setChosen] = useState<readonly string[]>(asked.scopes.map((scope) => scope.name))
  const answer = useMutation({
    mutationFn: (given: readonly string[] | null) => answerAssistant(question, given),
    meta: { silent: true },
  })
  // The browser is leaving: neither button is pressed twice.
  const isAnswered = answer.isPending || answer.isSuccess
  const isAllowing = isAnswered && answer.variables !== null
  return (
    <>
      <h1 className="text-2xl font-[650] wrap-anywhere">{name} asks for access</h1>
      <p className="mt-1.5 text-ink-2">
        It could act for the account of <b className="font-[600] text-ink wrap-anywhere">{email}</b>. What you
        allow goes to <b className="font-[600] text-ink wrap-anywhere">{host}</b>.
      </p>
      <Notice tone="warn" className="mt-4">
        {isOnThisComputer
          ? "That is a program on this computer. Go on only if you have just connected it there."
          : "Any program can call itself that. Go on only if you have just connected it there."}
      </Notice>
      <fieldset className="mt-5">
        <legend className="text-sm font-[600]">It may</legend>
        {asked.scopes.map(({ name: scope, words }) => (
          // A box of the browser's own: what draws the others would be loaded in front of every form.
          <label key={scope} className="flex min-h-8 items-start gap-2.5 py-1.5 text-sm coarse:min-h-11">
            <input
              type="checkbox"
              className="mt-0.5 size-4 flex-none accent-accent"
              checked={chosen.includes(scope)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
              }
            />
            {words}
          </label>
        ))}
      </fieldset>
      {answer.isError && (
        <Notice tone="bad" className="mt-4">
          {failureWords(answer.error)}
        </Notice>
      )}
      <div className="mt-6 flex flex-wrap gap-2">
        <Button
          variant="primary"
          size="lg"
          isLoading={isAllowing}
          disabled={isAnswered || chosen.length === 0}
          onClick={() => answer.mutate(chosen)}
        >
          Allow
        </Button>
        <Button
          size="lg"
          isLoading={isAnswered && !isAllowing}
          disabled={isAnswered}
          onClick={() => answer.mutate(null)}
        >
          Deny
        </Button>
      </div>
      <p className="mt-4 text-sm text-ink-3">
        Before a print spends credits, it shows you what that takes, and asks. It never reaches your payments,
        your password or access tokens. In your profile, under Developers, you end its access.
      </p>
    </>
  )
}
