-- The window of a count begins with its first call. No deployment has had the table of before.
DROP TABLE `rate_count`;
--> statement-breakpoint
CREATE TABLE `rate_count` (
	`key` text PRIMARY KEY NOT NULL,
	`window_end` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_count_window` ON `rate_count` (`window_end`);
