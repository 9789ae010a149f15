import Client
import Glibc

exit(Program.run(ProgramArguments(CommandLine.unsafeArgv, count: CommandLine.argc)).rawValue)
