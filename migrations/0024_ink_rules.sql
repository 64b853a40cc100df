ALTER TABLE `user` ADD `ink_rules` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `garments` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `attempt` ADD `ink_looked_by` text;