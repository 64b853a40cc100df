ALTER TABLE `attempt` ADD `is_test` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `print` ADD `is_test` integer DEFAULT false NOT NULL;