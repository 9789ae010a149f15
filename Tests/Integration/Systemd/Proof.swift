/// A directive of the sandbox, and what it forbids, as tried by probe.c.
struct Proof {
    let directive: String
    let attempts: [String]
    /// Other directives of the unit that the attempt depends on.
    var besides: [String] = []

    init(_ directive: String, _ attempts: String..., besides: [String] = []) {
        (self.directive, self.attempts, self.besides) = (directive, attempts, besides)
    }

    /// Of weatherd.service.
    static let ofUnit = [
        Proof("UMask", "let-others-read"),
        Proof("KeyringMode", "find-key"),
        Proof("LimitCORE", "dump-core"),
        Proof("LimitNOFILE", "open-many-files"),
        Proof("NoNewPrivileges", "become-root"),
        Proof("LockPersonality", "change-personality"),
        Proof("MemoryDenyWriteExecute", "execute-data"),
        Proof("RestrictAddressFamilies", "sniff-packets"),
        Proof("RestrictNamespaces", "make-namespace"),
        Proof("RestrictRealtime", "ask-for-realtime"),
        Proof("RestrictSUIDSGID", "make-setuid"),
        Proof("SystemCallArchitectures", "call-as-32-bit"),
        Proof("SystemCallFilter", "trace"),
        Proof("SystemCallErrorNumber", "die-of-a-call", besides: ["SystemCallFilter"]),
    ]

    /// The directives of sandbox.conf. All except the kernel ones need the user namespace of the first.
    static let ofSandbox = [
        Proof("PrivateUsers", "read-environment"),
        Proof("CapabilityBoundingSet", "become-capable"),
        Proof("PrivateDevices", "watch-camera"),
        Proof("PrivateTmp", "read-temporary"),
        Proof("ProtectClock", "read-clock-adjustment"),
        Proof("ProtectControlGroups", "make-control-group"),
        Proof("ProtectKernelLogs", "write-kernel-log"),
        Proof("ProtectKernelModules", "list-modules"),
        Proof("ProtectKernelTunables", "read-symbols"),
        Proof("ProtectSystem", "write-outside"),
        Proof("ProtectHome", "read-other-home", "read-own-home", "change-home", "reach-bus", "reach-manager"),
        Proof("SystemCallFilter", "be-nice", besides: ["SystemCallFilter", "SystemCallErrorNumber"]),
    ]

    /// Exceptions to `ProtectHome=`.
    static let openings: Set = ["BindPaths", "BindReadOnlyPaths"]
}
