import Client
import Glibc

/// main(3), since Embedded Swift does not provide command-line arguments.
@_cdecl("main")
func main(count: Int32, words: ProgramArguments.Pointer) -> Int32 {
    run(ProgramArguments(words, count: count)).rawValue
}
