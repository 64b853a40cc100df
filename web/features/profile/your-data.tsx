import { useQuery } from "@tanstack/react-query"
import { Download } from "lucide-react"
import type { User } from "../../../contract/account.ts"
import { archivePlanSchema } from "../../../contract/archive.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { apiGet } from "../../lib/api.ts"
import { plural } from "../../lib/format.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { DeleteAccountModal } from "./delete-account.tsx"

/** Everything of the account: to take away as zip files, or to delete. */
export function YourData({ user }: { user: User }) {
  const deletion = useModalParam("deleteAccount")
  const { data: plan } = useQuery({
    queryKey: ["profile", "archive", user._id],
    queryFn: () => apiGet("/profile/archive", archivePlanSchema),
  })
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
              href={`/api/profile/archive/part-${part}.zip`}
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
