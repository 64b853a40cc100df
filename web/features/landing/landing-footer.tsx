import { Link } from "@tanstack/react-router"
import { Logo } from "../../components/ui/logo.tsx"
import { contactEmail, contactPhone } from "../../lib/contact.ts"

const linkClasses = "inline-flex min-h-6 items-center rounded-xs text-ink-2 hover:text-ink coarse:min-h-11"

export function LandingFooter() {
  const email = contactEmail()
  const phone = contactPhone()
  return (
    <footer className="border-line border-t">
      <div className="mx-auto grid max-w-[76rem] gap-8 px-5 py-12 md:grid-cols-[1fr_auto_auto] md:gap-20 md:px-8">
        <div>
          <Link to="/" className="inline-flex h-11 items-center rounded-md">
            <Logo />
          </Link>
          <p className="mt-3 max-w-[36rem] text-sm text-pretty text-ink-3">
            The term 'Etsy' is a trademark of Etsy, Inc. This application uses the Etsy API but is not
            endorsed or certified by Etsy, Inc. Amazon is a trademark of Amazon.com, Inc. or its affiliates,
            who neither endorse nor certify this application. Shopify, eBay, TikTok Shop and WooCommerce are
            trademarks of their owners, who neither endorse nor certify this application.
          </p>
        </div>
        <div className="text-sm">
          <h2 className="font-[600]">Contact</h2>
          <ul className="mt-2">
            <li>
              <a href={`mailto:${email}`} className={`${linkClasses} wrap-anywhere`}>
                {email}
              </a>
            </li>
            {phone !== "" && (
              <li>
                <a href={`tel:${phone.replaceAll(" ", "")}`} className={linkClasses}>
                  {phone}
                </a>
              </li>
            )}
          </ul>
        </div>
        <nav aria-label="Footer" className="text-sm">
          <h2 className="font-[600]">Account</h2>
          <ul className="mt-2">
            <li>
              <Link to="/auth/signin" className={linkClasses}>
                Sign in
              </Link>
            </li>
            <li>
              <Link to="/auth/signup" className={linkClasses}>
                Sign up
              </Link>
            </li>
            <li>
              <Link to="/developers" className={linkClasses}>
                Developers
              </Link>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}
