ALTER TABLE `user` ADD `database` text DEFAULT 'DB' NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `change_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `copied_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `user` ADD `sessions_ended_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `moving_to` text;--> statement-breakpoint
ALTER TABLE `user` ADD `moved_from` text;--> statement-breakpoint
ALTER TABLE `user` ADD `moved_at` integer;--> statement-breakpoint
CREATE INDEX `user_uncopied` ON `user` (`id`) WHERE database <> 'DB' AND change_seq > copied_seq AND copied_seq >= 0;--> statement-breakpoint
CREATE INDEX `user_moving` ON `user` (`id`) WHERE copied_seq >= 0 AND (moving_to IS NOT NULL OR moved_from IS NOT NULL);--> statement-breakpoint
CREATE TRIGGER `user_changed` AFTER UPDATE ON `user`
WHEN new.`database` <> 'DB' AND new.`copied_seq` >= 0 AND new.`change_seq` = old.`change_seq`
  AND new.`copied_seq` = old.`copied_seq` AND new.`credit_seq` = old.`credit_seq` BEGIN
  UPDATE `user` SET `change_seq` = `change_seq` + 1 WHERE `id` = new.`id`;
END;
