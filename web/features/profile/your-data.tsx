import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Download } from "lucide-react"
import type { User } from "../../../contract/accounts/account.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { leaveProtected } from "../../lib/auth.tsx"
import { plural } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { PasswordConfirmModal } from "./password-confirm-modal.tsx"
import { archiveHref, archiveOptions, deleteAccount } from "./profile-calls.ts"

/** Offers everything in the account as zip files, or to delete it. */
export function YourData({ user }: { user: User }) {
  const deletion = useModalParam("deleteAccount")
  const { data: plan } = useQuery(archiveOptions(user._id))
  const parts = Array.from({ length: plan?.parts ?? 0 }, (_, i) => i + 1)
  return (
    <section aria-labelledby="your-data" className="mt-6">
      <h2 id="your-data" className="text-lg font-[620]">
        Your data
      </h2>
      <Card className="mt-3 p-4 md:p-5">
        <p className="text-sm text-ink-2">
          Download your whole account: artwork, sizes, sheet templates, prints, the sheets we still keep and
          your credit statement.
          {plan && ` ${plural(plan.images, "image")} and ${plural(plan.sheets, "sheet")} at present.`}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          {parts.map((part) => (
            <a
              key={part}
              href={archiveHref(part)}
              download
              className={buttonVariants({ variant: "secondary" })}
            >
              <Download aria-hidden="true" />
              {parts.length === 1 ? "Download your account" : `Part ${part} of ${parts.length}`}
            </a>
          ))}
          <Button variant="ghost" className="text-bad-ink" onClick={() => deletion.open()}>
            Delete account
          </Button>
        </div>
      </Card>
      {deletion.isOpen && <DeleteAccountModal user={user} onClose={deletion.close} />}
    </section>
  )
}

/** Deletes the account for good, once its owner has read what is lost and typed the password. */
function DeleteAccountModal({ user, onClose }: { user: User; onClose: () => void }) {
  const navigate = useNavigate()
  const credits = user.credit.availableCredits
  return (
    <PasswordConfirmModal
      title="Delete your account?"
      description={`Your artwork, sizes, prints, sheets and connected stores are removed for good${
        credits > 0 ? `, and ${plural(credits, "unused credit")} are lost` : ""
      }. Download your account first if you may need any of it.`}
      cancel="Keep my account"
      verb="Delete for good"
      isDangerous
      onClose={onClose}
      onConfirm={async (body) => {
        await deleteAccount(body)
        toastSuccess("Your account was deleted")
        await leaveProtected(() => navigate({ to: "/" }))
      }}
    />
  )
}
