CREATE TABLE `event` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`subject_id` text NOT NULL,
	`is_test` integer DEFAULT false NOT NULL,
	`data` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_user` ON `event` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `event_order` ON `event` (`subject_id`) WHERE "event"."type" = 'order.created';--> statement-breakpoint
CREATE TABLE `event_delivery` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`event_id` text NOT NULL,
	`state` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`status` integer,
	`message` text,
	`took_ms` integer,
	`tried_at` integer,
	`retry_at` integer,
	`opened_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`endpoint_id`) REFERENCES `event_endpoint`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `event`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "event_delivery_state" CHECK(state IN ('waiting', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `event_delivery_endpoint` ON `event_delivery` (`endpoint_id`,`id`);--> statement-breakpoint
CREATE INDEX `event_delivery_due` ON `event_delivery` (`endpoint_id`,`retry_at`) WHERE "event_delivery"."retry_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `event_delivery_event` ON `event_delivery` (`event_id`);--> statement-breakpoint
CREATE INDEX `event_delivery_user` ON `event_delivery` (`user_id`);--> statement-breakpoint
CREATE TABLE `event_endpoint` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`is_active` integer NOT NULL,
	`takes_tests` integer DEFAULT false NOT NULL,
	`secrets` text NOT NULL,
	`failing_since` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`problem` text,
	`is_slow` integer DEFAULT false NOT NULL,
	`retry_at` integer,
	`busy_until` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_endpoint_user` ON `event_endpoint` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `event_endpoint_due` ON `event_endpoint` (`retry_at`) WHERE "event_endpoint"."retry_at" IS NOT NULL;--> statement-breakpoint
CREATE VIEW `happened` AS SELECT `user_id`, `type`, `subject_id`, `is_test`, `data` FROM `event`;--> statement-breakpoint
CREATE TRIGGER `event_happened` INSTEAD OF INSERT ON `happened` BEGIN
  INSERT INTO `event` (`id`, `user_id`, `type`, `subject_id`, `is_test`, `data`, `created_at`)
    SELECT substr(`hex`, 1, 8) || '-' || substr(`hex`, 9, 4) || '-7' || printf('%03d', `n`) || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(lower(hex(randomblob(2))), 2) || '-' || lower(hex(randomblob(6))),
      new.`user_id`, new.`type`, new.`subject_id`, new.`is_test`, new.`data`, `ms`
    FROM (SELECT printf('%012x', `ms`) AS `hex`, `ms`, `n` FROM (
      SELECT iif(`now` > `before`, `now`, `before` + (`used` = 999)) AS `ms`, iif(`now` > `before`, 0, (`used` + 1) % 1000) AS `n` FROM (
        SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS `now`, coalesce(`created_at`, 0) AS `before`, coalesce(CAST(substr(`id`, 16, 3) AS INTEGER), 0) AS `used`
        FROM (SELECT 1) LEFT JOIN (SELECT `id`, `created_at` FROM `event` WHERE `user_id` = new.`user_id` ORDER BY `id` DESC LIMIT 1))));
  INSERT INTO `event_delivery` (`id`, `user_id`, `endpoint_id`, `event_id`, `state`, `tries`, `retry_at`, `opened_at`, `created_at`)
    SELECT substr(`last`.`id`, 1, 19) || substr('89ab', 1 + (random() & 3), 1) || substr(lower(hex(randomblob(2))), 2) || '-' || lower(hex(randomblob(6))),
      new.`user_id`, `endpoint`.`id`, `last`.`id`, 'waiting', 0, `last`.`created_at`, `last`.`created_at`, `last`.`created_at`
    FROM (SELECT `id`, `created_at` FROM `event` WHERE `user_id` = new.`user_id` ORDER BY `id` DESC LIMIT 1) AS `last`
    CROSS JOIN `event_endpoint` AS `endpoint` ON `endpoint`.`user_id` = new.`user_id` AND `endpoint`.`is_active` = 1 AND `endpoint`.`takes_tests` >= new.`is_test`
    WHERE EXISTS (SELECT 1 FROM json_each(`endpoint`.`events`) WHERE value = new.`type`);
  UPDATE `event_endpoint` SET `retry_at` = CAST(unixepoch('subsec') * 1000 AS INTEGER)
    WHERE `user_id` = new.`user_id` AND `is_active` = 1 AND `takes_tests` >= new.`is_test` AND `retry_at` IS NULL
      AND EXISTS (SELECT 1 FROM json_each(`events`) WHERE value = new.`type`);
END;--> statement-breakpoint
CREATE TRIGGER `image_event` AFTER UPDATE OF `status` ON `image` WHEN new.`status` <> old.`status` AND new.`status` IN ('Ready', 'Failed') BEGIN
  INSERT INTO `happened` VALUES (new.`user_id`, iif(new.`status` = 'Ready', 'image.ready', 'image.failed'), new.`id`, 0, '{}');
END;--> statement-breakpoint
CREATE TRIGGER `print_event` AFTER UPDATE OF `status` ON `print` WHEN new.`status` <> old.`status` AND 'Processing' IN (new.`status`, old.`status`) BEGIN
  INSERT INTO `happened` VALUES (new.`user_id`,
    CASE new.`status` WHEN 'Processing' THEN 'print.processing' WHEN 'Completed' THEN 'print.completed' WHEN 'Cancelled' THEN 'print.cancelled' ELSE 'print.failed' END,
    new.`id`, new.`is_test`, '{}');
END;--> statement-breakpoint
CREATE TRIGGER `order_event` AFTER INSERT ON `order`
WHEN new.`created_at` > CAST(unixepoch('subsec') * 1000 AS INTEGER) - 3600000
  AND NOT EXISTS (SELECT 1 FROM `user` WHERE `id` = new.`user_id` AND `moving_to` IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM `event` WHERE `subject_id` = new.`id` AND `type` = 'order.created') BEGIN
  INSERT INTO `happened` VALUES (new.`user_id`, 'order.created', new.`id`, 0, json_object('integrationId', new.`integration_id`));
END;--> statement-breakpoint
CREATE TRIGGER `order_changed_event` AFTER UPDATE OF `vendor_updated_at`, `is_cancelled`, `pressed_at`, `shipped_at` ON `order`
WHEN new.`archive_key` IS old.`archive_key`
  AND (new.`vendor_updated_at` > old.`vendor_updated_at` OR new.`is_cancelled` <> old.`is_cancelled` OR new.`pressed_at` IS NOT old.`pressed_at` OR new.`shipped_at` IS NOT old.`shipped_at`) BEGIN
  INSERT INTO `happened` VALUES (new.`user_id`, 'order.changed', new.`id`, 0, json_object('integrationId', new.`integration_id`));
END;--> statement-breakpoint
CREATE TRIGGER `proof_event` AFTER UPDATE OF `proof` ON `order_item`
WHEN (new.`proof` ->> 'answeredAt') IS NOT NULL AND (new.`proof` ->> 'answeredAt') IS NOT (old.`proof` ->> 'answeredAt') BEGIN
  INSERT INTO `happened` VALUES (new.`user_id`, 'proof.answered', new.`id`, 0, json_object('orderId', new.`order_id`, 'answer', new.`proof` ->> 'state'));
END;--> statement-breakpoint
CREATE TRIGGER `autopilot_run_event` AFTER UPDATE OF `ended_at` ON `autopilot_run` WHEN old.`ended_at` IS NULL AND new.`ended_at` IS NOT NULL BEGIN
  INSERT INTO `happened` VALUES (new.`user_id`, 'autopilot.ran', new.`id`, 0, json_object('autopilotId', new.`autopilot_id`, 'printId', new.`print_id`));
END;--> statement-breakpoint
CREATE TRIGGER `job_event` AFTER UPDATE OF `ended_at` ON `job` WHEN old.`ended_at` IS NULL AND new.`ended_at` IS NOT NULL BEGIN
  INSERT INTO `happened` VALUES (new.`user_id`, 'job.ended', new.`id`, new.`is_test`, json_object('printId', new.`print_id`, 'reference', new.`reference`));
END;--> statement-breakpoint
CREATE TRIGGER `credits_event` AFTER UPDATE OF `available_credits` ON `user`
WHEN new.`available_credits` < 10 AND old.`available_credits` >= 10 AND new.`deleted_at` IS NULL AND (new.`copied_seq` < 0 OR new.`database` = 'DB') BEGIN
  INSERT INTO `happened` VALUES (new.`id`, 'credits.low', new.`id`, 0, json_object('availableCredits', new.`available_credits`));
END;
