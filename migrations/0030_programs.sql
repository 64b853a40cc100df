CREATE TABLE `job` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`reference` text,
	`is_test` integer DEFAULT false NOT NULL,
	`state` text NOT NULL,
	`request` text NOT NULL,
	`print_id` text,
	`quote` text,
	`errors` text DEFAULT '[]' NOT NULL,
	`retry_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	`fetch_until` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`print_id`) REFERENCES `print`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "job_state" CHECK(state IN ('reading', 'layout', 'rendering', 'completed', 'refused', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `job_user` ON `job` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `job_reference` ON `job` (`user_id`,`reference`,`id`) WHERE "job"."reference" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `job_due` ON `job` (`retry_at`) WHERE "job"."retry_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `job_open` ON `job` (`user_id`) WHERE "job"."ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX `job_fetching` ON `job` (`user_id`,`fetch_until`) WHERE "job"."fetch_until" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `job_ended` ON `job` (`ended_at`) WHERE "job"."ended_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `job_print` ON `job` (`print_id`);--> statement-breakpoint
CREATE TABLE `keyed_call` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`call_hash` text NOT NULL,
	`body_hash` text,
	`run` integer DEFAULT 1 NOT NULL,
	`lease_until` integer,
	`is_written` integer DEFAULT false NOT NULL,
	`answer` integer,
	`reply` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `keyed_call_key` ON `keyed_call` (`user_id`,`key_hash`);--> statement-breakpoint
CREATE INDEX `keyed_call_created` ON `keyed_call` (`created_at`);