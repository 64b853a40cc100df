/** The keys of one account that a night leaves, the newest ones: an hour's calls are 6,000 at most. */
export const MAX_KEPT_KEYS = 200_000
/** The ended jobs of one account that a night leaves, the newest ones. */
export const MAX_KEPT_JOBS = 100_000
/** The events of one account that a night leaves, the newest ones: a large shop's month. */
export const MAX_KEPT_EVENTS = 500_000
