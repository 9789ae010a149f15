import Client
import Glibc

/// The file of a `SetupRecord`.
struct SetupLedger {
    enum Failure: Error, Equatable {
        case unreadable(SetupRecord.Unreadable)
        case ledger(ConfigurationFile.Failure)
        /// The failure is about the bar's file, not about the record.
        case bar(ConfigurationFile.Failure)

        /// - Parameter bar: the path of the bar's file.
        func sentence(_ bar: String = "") -> String {
            switch self {
            case .unreadable(.damaged):
                "\(SetupLedger.path), the record of setup's changes, is damaged; remove it and undo the changes by hand"
            case .unreadable(.newer): "\(SetupLedger.path) was written by a newer version of weatherctl"
            case .ledger(let failure): "\(SetupLedger.path) \(failure.reason)"
            case .bar(let failure): "\(bar) \(failure.reason)"
            }
        }
    }

    var record = SetupRecord()
    private static var path: String { .stateHome + "/weatherd/setup.txt" }

    /// Reads it; without a file, nothing is recorded.
    init() throws(Failure) {
        let file: ConfigurationFile
        do throws(ConfigurationFile.Failure) {
            file = try ConfigurationFile(Self.path)
        } catch {
            guard error != .absent else { return }
            throw .ledger(error)
        }
        do throws(SetupRecord.Unreadable) {
            record = try SetupRecord(file.text)
        } catch {
            throw .unreadable(error)
        }
    }

    /// Writes it, or removes the file if nothing is recorded.
    func save() throws(Failure) {
        do throws(ConfigurationFile.Failure) {
            guard !record.isEmpty else {
                unlink(Self.path)
                return
            }
            // The daemon creates the same directory with this mode, for its settings.
            try ConfigurationFile.createDirectories(of: Self.path, mode: 0o700)
            try ConfigurationFile.write(record.text, to: Self.path, mode: 0o600, isNew: false)
        } catch {
            throw .ledger(error)
        }
    }
}
