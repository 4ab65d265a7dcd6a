-- The fingerprints of calls are shorter from now on. What was counted before cannot be compared with them: runs that go on count anew.
UPDATE "Step" SET "checkpoint" = "checkpoint" #- '{loopState,doomLoop}' #- '{loopState,words}'
  WHERE "checkpoint" #> '{loopState,doomLoop}' IS NOT NULL OR "checkpoint" #> '{loopState,words}' IS NOT NULL;
UPDATE "Run" SET "loopState" = "loopState" - 'doomLoop' - 'words' WHERE "loopState" ?| ARRAY['doomLoop', 'words'];
UPDATE "Run" SET "startCheckpoint" = "startCheckpoint" #- '{loopState,doomLoop}' #- '{loopState,words}' WHERE "startCheckpoint" IS NOT NULL;
