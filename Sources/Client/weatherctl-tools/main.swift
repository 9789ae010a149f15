import Client
import Glibc

exit(run(ProgramArguments(CommandLine.unsafeArgv, count: CommandLine.argc)).rawValue)
