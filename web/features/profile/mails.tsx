import { Card } from "../../components/ui/card.tsx"

/** Says who gets which e-mail, for those who look for it before they try. */
export function Mails({ email }: { email: string }) {
  return (
    <Card id="mails" className="scroll-mt-18 p-4 md:p-5">
      <h2 className="text-lg font-[620]">Who gets e-mails</h2>
      <dl className="mt-2 grid gap-2 text-sm">
        <div>
          <dt className="font-[550] [overflow-wrap:anywhere]">You, at {email}</dt>
          <dd className="text-ink-2">
            When a print is done or has failed, after each run of an autopilot, and about payments and your
            account.
          </dd>
        </div>
        <div>
          <dt className="font-[550]">Your buyers</dt>
          <dd className="text-ink-2">
            From us, the links to what you ask them to approve, if you choose to send them by e-mail. Their
            marketplace e-mails them when you mark an order as shipped and notify it.
          </dd>
        </div>
        <div>
          <dt className="font-[550]">Your print shop</dt>
          <dd className="text-ink-2">None. It gets the files, or a link that you send.</dd>
        </div>
      </dl>
    </Card>
  )
}
