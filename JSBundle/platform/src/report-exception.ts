// In place of jsdom's own module, which is called as a function.

import { reportException } from "./errors";

export = reportException;
