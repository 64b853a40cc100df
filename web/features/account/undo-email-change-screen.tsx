import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { CircleCheck, CircleX, ShieldAlert } from "lucide-react"
import { useState } from "react"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { failureWords } from "../../lib/api.ts"
import { contactEmail } from "../../lib/contact.ts"
import { useSearchParam } from "../../lib/search-params.ts"
import { undoEmailChange } from "./account-calls.ts"
import { linkClasses } from "./account-frame.tsx"
import { Outcome } from "./outcome.tsx"

/** Undoes a change of e-mail, by the link to an account's old address. It asks first, because mail scanners open links too. */
export function UndoEmailChangeScreen() {
  // Taken at the first render: while the next page loads, the address is already that page's.
  const tokenNow = useSearchParam("token")
  const [token] = useState(tokenNow)
  const undo = useMutation({
    mutationFn: () => undoEmailChange(token),
    meta: { silent: true },
  })

  if (undo.isSuccess) {
    return (
      <Outcome
        tone="good"
        icon={<CircleCheck />}
        title="Your old e-mail address is back"
        action={
          <Link to="/auth/forgot-password" className={buttonVariants({ variant: "primary", size: "lg" })}>
            Set a new password
          </Link>
        }
      >
        The account’s e-mail is {undo.data.email}, and every browser is logged out. Somebody else may have had
        access to your account: set a new password now to keep them out.
      </Outcome>
    )
  }
  if (token === "" || undo.isError) {
    return (
      <Outcome tone="bad" icon={<CircleX />} title="Nothing was undone">
        {undo.isError ? failureWords(undo.error) : "Open the complete link from the e-mail."}{" "}
        <a href={`mailto:${contactEmail()}`} className={linkClasses}>
          {contactEmail()}
        </a>
      </Outcome>
    )
  }
  return (
    <Outcome
      tone="busy"
      icon={<ShieldAlert />}
      title="Undo the e-mail change?"
      action={
        <Button variant="primary" size="lg" isLoading={undo.isPending} onClick={() => undo.mutate()}>
          Undo it and log out everywhere
        </Button>
      }
    >
      The address this mail came to becomes the account’s e-mail again, and every browser is logged out. If
      you asked for the change yourself, just close this page.
    </Outcome>
  )
}
