-- DropTable
DROP TABLE "ProjectMove";

-- No trigger of it is left where no project is being moved; a move that was begun has to be finished with the version that began it.
DROP FUNCTION refuse_write_of_moving_project();
