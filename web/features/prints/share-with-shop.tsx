import { useMutation, useQuery } from "@tanstack/react-query"
import { Check, ExternalLink, Link2, Link2Off } from "lucide-react"
import { useState } from "react"
import type { Share } from "../../../contract/delivery/share.ts"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { texts } from "../../../contract/text.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { formatWhen, lowerFirst, plural } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useCopyLinks } from "./file-links.ts"
import { endShare, makeShare, sharesOptions } from "./share-calls.ts"

/** Makes, copies, opens and ends links to a completed print for the shop that prints it. */
export function ShareWithShop({ print }: { print: PrintSummary }) {
  const { _id: printId, shopPrintedAt } = print
  const list = useQuery(sharesOptions(printId))
  const make = useMutation({ mutationFn: () => makeShare([printId]) })
  const links = list.data ?? []
  return (
    <section aria-label="Share with your print shop" className="mt-4 border-line-soft border-t pt-4">
      <h2 className="font-[600]">Share with your print shop</h2>
      <p className="mt-0.5 text-sm text-ink-3">
        A page with all files. It needs no account and names no buyer.
      </p>
      {shopPrintedAt !== null && (
        <p className="mt-1 text-sm text-good-ink">
          Your print shop marked it as printed {lowerFirst(formatWhen(shopPrintedAt))}
        </p>
      )}
      {links.length > 0 ? (
        <ul className="mt-2 grid gap-1">
          {links.map((link) => (
            <LinkRow key={link._id} link={link} />
          ))}
        </ul>
      ) : (
        <Button
          icon={<Link2 />}
          className="mt-2 w-full"
          disabled={list.data === undefined}
          isLoading={make.isPending}
          {...asCommand("link-for-shop")}
          onClick={() => make.mutate()}
        >
          Make a link
        </Button>
      )}
    </section>
  )
}

function LinkRow({ link }: { link: Share }) {
  const { isCopied, copy } = useCopyLinks()
  const [isAsking, setIsAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => endShare(link._id),
    onSuccess: () => {
      setIsAsking(false)
      toastSuccess("The link has ended.")
    },
  })
  const made = `created ${lowerFirst(formatWhen(link.createdAt))}`
  const others = link.prints - 1
  return (
    <li className="flex items-center gap-2">
      <span className="min-w-0 flex-1 text-sm text-ink-2">
        Link {made}
        {others > 0 && `, with ${plural(others, "other print")}`}
      </span>
      <Button
        size="icon-sm"
        aria-label={isCopied ? texts.linkCopied : `Copy the link ${made}`}
        title="Copy link"
        className={isCopied ? "text-good-ink" : ""}
        onClick={() => void copy([`/${link.path}`])}
      >
        {isCopied ? <Check /> : <Link2 />}
      </Button>
      <a
        href={`/${link.path}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Open the link ${made}`}
        title="Open"
        className={buttonVariants({ size: "icon-sm" })}
      >
        <ExternalLink />
      </a>
      <Button
        size="icon-sm"
        aria-label={`End the link ${made}`}
        title="End link"
        onClick={() => setIsAsking(true)}
      >
        <Link2Off />
      </Button>
      <ConfirmModal
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="End this link?"
        description="The page stops working for everyone who has the link. Links to single files still work until the files are deleted."
        verb="End link"
        isDanger
        isWorking={end.isPending}
        onConfirm={() => end.mutate()}
      />
    </li>
  )
}
