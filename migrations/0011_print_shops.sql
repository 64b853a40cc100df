ALTER TABLE `autopilot` ADD `more_integration_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `autopilot` ADD `address_id` text;--> statement-breakpoint
ALTER TABLE `sheet_template` ADD `address_id` text;--> statement-breakpoint
ALTER TABLE `sheet_template` ADD `carries_files` integer DEFAULT false NOT NULL;